Attribute VB_Name = "Playing"
Option Explicit
Option Private Module

'What a person plays without a button: each Sub comes from an event of the workbook. Whatever goes wrong here, no
'box tells it: the cells are then as they are without macros.


Public Sub Typed(ByVal Sheet As Object, ByVal Target As Range)
    On Error GoTo done
    If Target.CountLarge > 1 And Target.Address <> Target.Cells(1, 1).MergeArea.Address Then Exit Sub 'a paste
    SpreadCode Target, "split_guess"
    SpreadCode Target, "compared_code"
    If AreaOf(Sheet, "guesses") Is Nothing Then Exit Sub
    If IsIn(Target, "guesses") Then
        If IsWord(Target) Then
            Fill RowOf(Target, "guesses"), RowOf(Target, "played").Value2
        Else
            GoOn Target
        End If
    ElseIf IsIn(Target, "typed_marks") Then
        GoOn Target
    ElseIf IsNamed(Target.Cells(1, 1)) Then 'a setting
        GoToNextCell Sheet
    End If
done:
    Application.EnableEvents = True
End Sub

'Excel has no event for a click on a cell.
Public Sub Selected(ByVal Sheet As Object, ByVal Target As Range)
    On Error GoTo done
    If Target.CountLarge > 1 Then Exit Sub
    If Application.CutCopyMode <> 0 Or Not IsIn(Target, "colours") Then Exit Sub
    If IsIn(NextCell(Sheet), "guesses") Then
        Fill NextCell(Sheet), Target.Value2
    Else
        GoToNextCell Sheet
    End If
done:
    Application.EnableEvents = True
End Sub

Public Sub DoubleClicked(ByVal Sheet As Object, ByVal Target As Range, ByRef Cancel As Boolean)
    On Error GoTo done
    If Application.CutCopyMode <> 0 Or Not IsIn(Target, "guesses") Then Exit Sub
    Cancel = True 'Excel would edit the cell
    If Not NextCell(Sheet) Is Nothing Then Fill Target, NextSymbol(Target)
done:
    Application.EnableEvents = True
End Sub

'Where something happens

Private Function IsIn(ByVal Cells As Range, ByVal AreaName As String) As Boolean
    Dim Area As Range
    If Cells Is Nothing Then Exit Function
    Set Area = AreaOf(Cells.Worksheet, AreaName)
    If Not Area Is Nothing Then IsIn = Not Intersect(Cells, Area) Is Nothing
End Function

Private Function RowOf(ByVal Target As Range, ByVal AreaName As String) As Range
    Set RowOf = Intersect(Target.EntireRow, AreaOf(Target.Worksheet, AreaName))
End Function

Private Function IsNamed(ByVal Cell As Range) As Boolean
    Dim Defined As Name, Area As Range
    For Each Defined In Cell.Worksheet.Names
        Set Area = CellsOf(Defined)
        If Not Area Is Nothing Then
            If Area.Address(External:=True) = Cell.Address(External:=True) Then IsNamed = True
        End If
    Next Defined
End Function

'A guess in one cell

Private Function IsWord(ByVal Target As Range) As Boolean
    Dim Row As Range
    Set Row = RowOf(Target, "guesses")
    If Row.Count = 1 Or Target.Column > Row.Column Then Exit Function
    If Application.WorksheetFunction.CountA(Row) = 1 Then IsWord = RowOf(Target, "playable").Value
End Function

'A code on another sheet, typed into the first of its cells, goes over all of them.
Private Sub SpreadCode(ByVal Target As Range, ByVal AreaName As String)
    Dim Area As Range, Symbols As Variant, Text As String, Column As Long
    If Not IsIn(Target, AreaName) Then Exit Sub
    Set Area = AreaOf(Target.Worksheet, AreaName)
    Text = UCase(Trim(CStr(Target.Value2)))
    If Target.Column > Area.Column Or Len(Text) < 2 Or Len(Text) > Area.Count Then Exit Sub
    Symbols = Area.Value2
    For Column = 1 To Area.Count
        Symbols(1, Column) = Mid(Text, Column, 1)
    Next Column
    Fill Area, Symbols
End Sub

'Goes on from an attempt that is complete, and after Enter to the next peg of it; after Tab the cursor is there.
Private Sub GoOn(ByVal Target As Range)
    Dim Following As Range, IsDone As Boolean
    Set Following = NextCell(Target.Worksheet)
    If Following Is Nothing Or IsEmpty(Target.Value2) Then Exit Sub
    If Following.Row = Target.Row Then IsDone = IsBelow(ActiveCell, Target)
    If Following.Row <> Target.Row Or IsIn(Target, "guesses") Then IsDone = IsDone Or RowOf(Target, "playable").Value
    If IsDone Then Following.Select
End Sub

'Where Enter leads, also at the end of a row that was typed with Tab.
Private Function IsBelow(ByVal Cell As Range, ByVal Target As Range) As Boolean
    IsBelow = Cell.Row = Target.Row + 1 And Cell.Column <= Target.Column
End Function

'A peg by the mouse

'The symbol after the one that stands there; the first after the last, and after whatever else.
Private Function NextSymbol(ByVal Peg As Range) As String
    Dim Symbols As String, Text As String, Place As Long
    Symbols = AreaOf(Peg.Worksheet, "symbols").Value
    Text = Trim(CStr(Peg.Value2))
    If Len(Text) = 1 Then Place = InStr(1, Symbols, Text, vbTextCompare)
    NextSymbol = Mid(Symbols, Place Mod Len(Symbols) + 1, 1)
End Function

Private Sub Fill(ByVal Cells As Range, ByVal Values As Variant)
    Application.EnableEvents = False
    Cells.Value2 = Values
    Application.EnableEvents = True
    GoToNextCell Cells.Worksheet
End Sub
