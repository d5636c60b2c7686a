Attribute VB_Name = "Ribbon"
Option Explicit

'The tab MasterMind, which the add-in brings. The ribbon of any workbook can call what is here, with tags of its own: a tag
'is looked up, and nothing is made of its words.

Private RibbonTab As IRibbonUI
Private HasSearched As Boolean 'since Excel was last asked to look again
Private HasBoardInFront As Boolean

Public Sub OnLoad(LoadedTab As IRibbonUI)
    Set RibbonTab = LoadedTab
End Sub

'Has Excel ask anew which commands can be pressed.
Public Sub RefreshCommands()
    On Error Resume Next
    HasSearched = False
    RibbonTab.Invalidate
End Sub

'The commands of a board can be pressed where there is one in front.
Public Sub GetEnabled(Control As IRibbonControl, ByRef Enabled As Variant)
    If Not HasSearched Then FindBoard
    Enabled = HasBoardInFront
End Sub

Private Sub FindBoard()
    Dim Sheet As Object
    HasSearched = True
    HasBoardInFront = False
    If ActiveWorkbook Is Nothing Then Exit Sub
    For Each Sheet In ActiveWorkbook.Worksheets
        HasBoardInFront = BoardSheets.HasBoard(Sheet)
        If HasBoardInFront Then Exit For
    Next Sheet
End Sub

'Presses a button on the workbook in front. One with macros of its own presses it by these, which know what was typed.
Public Sub RunButton(Control As IRibbonControl)
    Dim Macro As String
    If Not Link.IsMacro(Control.Tag) Then Exit Sub
    Macro = "'!MasterMind." & Control.Tag
    If ActiveWorkbook Is Nothing Then
        Link.ShowMessage "There is no workbook with a board in front. New Board opens one."
        Exit Sub
    End If
    On Error GoTo failed 'there is no such macro, or none may run there
    If ActiveWorkbook.HasVBProject Then
        Application.Run "'" & Replace(ActiveWorkbook.Name, "'", "''") & Macro
        Exit Sub
    End If
own:
    On Error GoTo 0
    Application.Run "'" & Replace(ThisWorkbook.Name, "'", "''") & Macro
    Exit Sub
failed:
    Resume own
End Sub

'Runs what needs no board.
Public Sub RunCommand(Control As IRibbonControl)
    Select Case Control.Tag
        Case "New Board", "State of the Link"
            If ActiveWorkbook Is Nothing Then Workbooks.Add 'xlwings reads no settings without a sheet in front
            Link.RunButton Control.Tag
    End Select
End Sub

'Shows the sheet Help of the workbook in front.
Public Sub ShowHelp(Control As IRibbonControl)
    On Error GoTo failed
    ActiveWorkbook.Worksheets("Help").Activate
    Exit Sub
failed:
    Link.ShowMessage "Help is a sheet of a workbook with boards. New Board opens one."
End Sub
