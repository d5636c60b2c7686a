Attribute VB_Name = "MasterMind"
Option Explicit

'The buttons: each runs the Python function that is named like it.

'Hides them from LibreOffice, which passes over lines that begin with #.
#If False Then
Function ReadByLibreOffice()
#End If

Sub Check()
    RunPython "from xl_mastermind.hosts import excel; excel.check()"
End Sub

Sub Hint()
    RunPython "from xl_mastermind.hosts import excel; excel.hint()"
End Sub

Sub Solve()
    RunPython "from xl_mastermind.hosts import excel; excel.solve()"
End Sub

Sub NewGame()
    RunPython "from xl_mastermind.hosts import excel; excel.new_game()"
End Sub

Sub Clear()
    RunPython "from xl_mastermind.hosts import excel; excel.clear()"
End Sub

Sub RevealCode()
    RunPython "from xl_mastermind.hosts import excel; excel.reveal_code()"
End Sub

Sub Analyse()
    RunPython "from xl_mastermind.hosts import excel; excel.analyse()"
End Sub

Sub Compare()
    RunPython "from xl_mastermind.hosts import excel; excel.compare()"
End Sub

Sub ExportScores()
    RunPython "from xl_mastermind.hosts import excel; excel.export_scores()"
End Sub
