Attribute VB_Name = "MasterMind"
Option Explicit

'The buttons: each runs the Python function of this name.

Sub Check()
    RunButton "check"
End Sub

Sub Hint()
    RunButton "hint"
End Sub

Sub Solve()
    RunButton "solve"
End Sub

Sub NewGame()
    RunButton "new_game"
End Sub

Sub Clear()
    RunButton "clear"
End Sub

Sub RevealCode()
    RunButton "reveal_code"
End Sub

Sub Analyse()
    RunButton "analyse"
End Sub

Sub Compare()
    RunButton "compare"
End Sub

Sub ExportScores()
    RunButton "export_scores"
End Sub
