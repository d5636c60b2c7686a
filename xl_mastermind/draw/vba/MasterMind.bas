Attribute VB_Name = "MasterMind"
Option Explicit

'The buttons: each runs the Python function of this name, in small letters and with _ between words.

'Hides them from LibreOffice, which passes over lines that begin with #.
#If False Then
Function ReadByLibreOffice()
#End If

Sub Hint()
    RunButton "Hint"
End Sub

Sub Solve()
    RunButton "Solve"
End Sub

Sub NewGame()
    RunButton "New Game"
End Sub

Sub GameOfTheDay()
    RunButton "Game of the Day"
End Sub

Sub Clear()
    RunButton "Clear"
End Sub

Sub RevealCode()
    RunButton "Reveal Code"
End Sub

Sub Explain()
    RunButton "Explain"
End Sub

Sub CopyResult()
    Dim Lines As Range, Last As Long
    Set Lines = AreaOf(BookPlayedOn.ActiveSheet, "result")
    If Lines Is Nothing Then Exit Sub
    For Last = Lines.Count To 1 Step -1
        If Lines.Cells(Last, 1).Value <> "" Then Exit For
    Next Last
    If Last = 0 Then
        Tell "There is a result to copy once a game is over."
    Else
        Lines.Resize(Last).Copy
    End If
End Sub

Sub WebPage()
    RunButton "Web Page"
End Sub

Sub Analyse()
    RunButton "Analyse"
End Sub

Sub Compare()
    RunButton "Compare"
End Sub
