Attribute VB_Name = "Ribbon"
Option Explicit

'The tab MasterMind of the add-in. The ribbon of any workbook can call these procedures with tags of its own. So look tags
'up, never run their texts.

Private Const OPEN_FIRST As String = "Please open a workbook with a board first, for example with New Board."

Private RibbonTab As IRibbonUI
Private IsCurrent As Boolean 'whether HasBoardInFront belongs to the active workbook
Private HasBoardInFront As Boolean

Public Sub OnLoad(LoadedTab As IRibbonUI)
    Set RibbonTab = LoadedTab
End Sub

'Lets Excel call GetEnabled again.
Public Sub RefreshCommands()
    On Error Resume Next
    IsCurrent = False
    RibbonTab.Invalidate
End Sub

'Enables the commands of a board if the active workbook has one.
Public Sub GetEnabled(Control As IRibbonControl, ByRef Enabled As Variant)
    If Not IsCurrent Then FindBoard
    Enabled = HasBoardInFront
End Sub

Private Sub FindBoard()
    Dim Sheet As Object
    IsCurrent = True
    HasBoardInFront = False
    If ActiveWorkbook Is Nothing Then Exit Sub
    For Each Sheet In ActiveWorkbook.Worksheets
        HasBoardInFront = Boards.HasBoard(Sheet)
        If HasBoardInFront Then Exit For
    Next Sheet
End Sub

'Runs a button on the active workbook: by the macros of that workbook, or else by those of the add-in.
Public Sub RunButton(Control As IRibbonControl)
    Dim Macro As String
    If Not Connection.IsMacro(Control.Tag) Then Exit Sub
    Macro = "'!MasterMind." & Control.Tag
    If ActiveWorkbook Is Nothing Then
        Connection.ShowMessage OPEN_FIRST
        Exit Sub
    End If
    On Error GoTo failed 'there is no such macro, or macros are disabled there
    If ActiveWorkbook.HasVBProject Then
        Application.Run "'" & Replace(ActiveWorkbook.Name, "'", "''") & Macro
        Exit Sub
    End If
useAddIn:
    On Error GoTo 0
    Application.Run "'" & Replace(ThisWorkbook.Name, "'", "''") & Macro
    Exit Sub
failed:
    Resume useAddIn
End Sub

'Runs a command that needs no board. RunButton ignores unknown tags.
Public Sub RunCommand(Control As IRibbonControl)
    If ActiveWorkbook Is Nothing Then Workbooks.Add 'xlwings reads no settings without an active sheet
    Connection.RunButton Control.Tag
End Sub

Public Sub ShowHelp(Control As IRibbonControl)
    On Error GoTo failed
    ActiveWorkbook.Worksheets("Help").Activate
    Exit Sub
failed:
    Connection.ShowMessage OPEN_FIRST
End Sub
