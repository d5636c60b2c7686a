Attribute VB_Name = "Areas"
Option Explicit
Option Private Module

'The workbook that is played on: this one or, where this is the add-in, the one in front.
Public Function BookPlayedOn() As Workbook
    Set BookPlayedOn = ThisWorkbook
    If ThisWorkbook.IsAddin Then Set BookPlayedOn = ActiveWorkbook
End Function

'The areas of a sheet by their defined names, wherever people have moved them; of one whose cells are gone, nothing.

Public Function AreaOf(ByVal Sheet As Object, ByVal AreaName As String) As Range
    On Error Resume Next
    Set AreaOf = Sheet.Names(AreaName).RefersToRange
End Function

'Where the next guess or mark is to be typed; nothing once the game is over.
Public Function NextCell(ByVal Sheet As Object) As Range
    On Error Resume Next
    Set NextCell = Sheet.Range(AreaOf(Sheet, "next_cell").Value)
End Function

Public Sub GoToNextCell(ByVal Sheet As Object)
    On Error Resume Next
    NextCell(Sheet).Select
End Sub
