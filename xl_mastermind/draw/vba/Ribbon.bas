Attribute VB_Name = "Ribbon"
Option Explicit

'The tab MasterMind, which the add-in brings: a command's tag says what it runs.

Private Strip As IRibbonUI

Public Sub Loaded(Shown As IRibbonUI)
    Set Strip = Shown
End Sub

'Has Excel ask anew which commands can be pressed.
Public Sub Renew()
    On Error Resume Next
    Strip.Invalidate
End Sub

'The commands of a board can be pressed where there is one in front.
Public Sub HasBoard(Control As IRibbonControl, ByRef Enabled As Variant)
    Enabled = IsBoardInFront
End Sub

Private Function IsBoardInFront() As Boolean
    Dim Sheet As Object
    If ActiveWorkbook Is Nothing Then Exit Function
    For Each Sheet In ActiveWorkbook.Worksheets
        If Not AreaOf(Sheet, "game") Is Nothing Then IsBoardInFront = True
    Next Sheet
End Function

'Presses a button on the workbook in front. One with macros of its own presses it by these, which know what was typed.
Public Sub PressButton(Control As IRibbonControl)
    If ActiveWorkbook Is Nothing Then
        Tell "There is no workbook with a board in front. New Board opens one."
    ElseIf Not HasRun(ActiveWorkbook, Control.Tag) Then
        HasRun ThisWorkbook, Control.Tag
    End If
End Sub

Private Function HasRun(ByVal Book As Workbook, ByVal Macro As String) As Boolean
    On Error GoTo failed 'there is no such macro, or none may run there
    If Not Book.HasVBProject Then Exit Function
    Application.Run "'" & Replace(Book.Name, "'", "''") & "'!MasterMind." & Macro
    HasRun = True
failed:
End Function

'Runs what needs no board.
Public Sub RunAlone(Control As IRibbonControl)
    If ActiveWorkbook Is Nothing Then Workbooks.Add 'xlwings reads no settings without a sheet in front
    RunCommand Control.Tag
End Sub

'Shows the sheet Help of the workbook in front.
Public Sub ShowHelp(Control As IRibbonControl)
    On Error GoTo failed
    ActiveWorkbook.Worksheets("Help").Activate
    Exit Sub
failed:
    Tell "Help is a sheet of a workbook with boards. New Board opens one."
End Sub
