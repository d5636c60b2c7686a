Attribute VB_Name = "MasterMind"
Option Explicit

'The buttons: each runs the Python function of this name, in small letters and with _ between words.

'Hides them from LibreOffice, which passes over lines that begin with #.
#If False Then
Function ReadByLibreOffice()
#End If

Sub Check()
    RunButton "Check"
End Sub

Sub Hint()
    RunButton "Hint"
End Sub

Sub Solve()
    RunButton "Solve"
End Sub

Sub NewGame()
    RunButton "New Game"
End Sub

Sub Clear()
    RunButton "Clear"
End Sub

Sub RevealCode()
    RunButton "Reveal Code"
End Sub

Sub Analyse()
    RunButton "Analyse"
End Sub

Sub Compare()
    RunButton "Compare"
End Sub

Sub ExportScores()
    RunButton "Export Scores"
End Sub
