Attribute VB_Name = "Playing"
Option Explicit
Option Private Module

'What a person plays by the mouse. Whatever goes wrong here, no box tells it: the cells are then as they are without macros.

Private Const ELLIPSIS As Long = 8230 'ends a guess of which only the first pegs are there

'Adds a colour of the key to the guess of the marked row. Excel has no event for a click on a cell.
Public Sub Selected(ByVal Sheet As Object, ByVal Target As Range)
    Dim Cell As Range, Guess As String
    On Error GoTo done
    If Target.CountLarge > 1 Or Application.CutCopyMode <> 0 Then Exit Sub
    If Not IsIn(Target, AreaOf(Sheet, "colours")) Then Exit Sub
    Set Cell = NextCell(Sheet)
    If IsIn(Cell, AreaOf(Sheet, "typed_guesses")) Then
        Guess = LongerGuess(Sheet, Cell, CStr(Target.Value2))
        If Guess <> "" Then Cell.Value2 = Guess
    End If
    GoToNextCell Sheet
done:
End Sub

Private Function IsIn(ByVal Cells As Range, ByVal Area As Range) As Boolean
    If Not Cells Is Nothing And Not Area Is Nothing Then IsIn = Not Intersect(Cells, Area) Is Nothing
End Function

'The guess of a row with one symbol more; nothing if it takes none.
Private Function LongerGuess(ByVal Sheet As Object, ByVal Cell As Range, ByVal Symbol As String) As String
    Dim Word As String, Symbols As String, Pegs As Long, Place As Long
    Word = Intersect(Cell.EntireRow, AreaOf(Sheet, "words")).Value2
    Symbols = UCase(AreaOf(Sheet, "symbols").Value2)
    Pegs = AreaOf(Sheet, "guesses").Columns.Count
    If Len(Word) >= Pegs Then Exit Function
    For Place = 1 To Len(Word)
        If InStr(Symbols, Mid(Word, Place, 1)) = 0 Then Exit Function
    Next Place
    If InStr(AreaOf(Sheet, "game").Value2, "distinct") > 0 And InStr(Word, UCase(Symbol)) > 0 Then Exit Function
    LongerGuess = Word & Symbol
    If Len(LongerGuess) < Pegs Then LongerGuess = LongerGuess & ChrW(ELLIPSIS)
End Function

'Gives the cells of guesses and marks, whatever was pasted there, their own look.
Public Sub RenewInputs(ByVal Sheet As Object)
    Dim WasProtected As Boolean
    On Error Resume Next
    WasProtected = Sheet.ProtectContents
    Sheet.Unprotect ""
    RenewArea AreaOf(Sheet, "untouched"), AreaOf(Sheet, "typed_guesses")
    RenewArea AreaOf(Sheet, "untouched_marks"), AreaOf(Sheet, "typed_marks")
    If WasProtected And Not Sheet.ProtectContents Then Sheet.Protect
End Sub

Private Sub RenewArea(ByVal Model As Range, ByVal Cells As Range)
    If Model Is Nothing Or Cells Is Nothing Then Exit Sub
    Model.Copy
    Cells.PasteSpecial xlPasteFormats
    Application.CutCopyMode = False
End Sub
