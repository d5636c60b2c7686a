Attribute VB_Name = "Undoing"
Option Explicit
Option Private Module

'Gives back what the last macro has changed, since Excel's own Undo ends where a macro writes.

Private Place As Object 'the sheet where it was
Private Kept As Collection 'pairs: an area, and the values that it had
Private Scores As ListObject
Private ScoreRows As Long

'Keeps what a button may change: the areas that hold no formulas, and the table of finished games.
Public Sub KeepSheet(ByVal Sheet As Object)
    Dim Defined As Name
    On Error Resume Next
    Begin Sheet
    If Sheet Is Nothing Then
        Set Kept = Nothing
        Exit Sub
    End If
    For Each Defined In Sheet.Names
        KeepArea CellsOf(Defined)
    Next Defined
    Set Scores = ScoreTable
    ScoreRows = Scores.ListRows.Count
    If ScoreRows > 0 Then KeepArea Scores.ListRows(ScoreRows).Range
End Sub

Public Sub KeepCells(ByVal Cells As Range, ByVal Values As Variant)
    Begin Cells.Worksheet
    Kept.Add Array(Cells, Values)
End Sub

Private Sub Begin(ByVal Sheet As Object)
    Set Place = Sheet
    Set Kept = New Collection
    Set Scores = Nothing
End Sub

Private Sub KeepArea(ByVal Area As Range)
    If Area Is Nothing Then Exit Sub
    If Area.HasFormula = False Then Kept.Add Array(Area, Area.Value2) 'Null where some cells have one
End Sub

Private Function ScoreTable() As ListObject
    Dim Sheet As Worksheet
    On Error Resume Next
    For Each Sheet In BookPlayedOn.Worksheets
        Set ScoreTable = Sheet.ListObjects("Scores")
    Next Sheet
End Function

'Has to be the last that a macro does.
Public Sub OfferUndo(ByVal Action As String)
    If Kept Is Nothing Then Exit Sub
    Application.OnUndo "Undo " & Action, "'" & Replace(ThisWorkbook.Name, "'", "''") & "'!Undoing.UndoLast"
End Sub

Public Sub UndoLast()
    Dim Pair As Variant, Row As Long, Mode As Long
    On Error Resume Next
    If Kept Is Nothing Then Exit Sub
    Mode = Application.Calculation
    Application.EnableEvents = False
    Application.Calculation = xlCalculationManual 'one recalculation, of the whole old board
    If Not Scores Is Nothing Then
        For Row = Scores.ListRows.Count To ScoreRows + 1 Step -1
            Scores.ListRows(Row).Delete
        Next Row
    End If
    For Each Pair In Kept
        GiveBack Pair(0), Pair(1)
    Next Pair
    Set Kept = Nothing
    Application.Calculation = Mode
    Application.EnableEvents = True
    GoToNextCell Place
End Sub

Private Sub GiveBack(ByVal Area As Range, ByVal Values As Variant)
    If Area.HasFormula = False And Not IsSame(Area.Value2, Values) Then Area.Value2 = Values
End Sub

Private Function IsSame(ByVal These As Variant, ByVal Those As Variant) As Boolean
    Dim Row As Long, Column As Long
    If IsArray(These) Then
        For Row = 1 To UBound(These, 1)
            For Column = 1 To UBound(These, 2)
                If Not IsSame(These(Row, Column), Those(Row, Column)) Then Exit Function
            Next Column
        Next Row
        IsSame = True
    Else
        IsSame = CStr(These) = CStr(Those) 'of errors too
    End If
End Function
