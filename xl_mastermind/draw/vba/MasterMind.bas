Attribute VB_Name = "MasterMind"
Option Explicit

'The buttons.

'Hides them from LibreOffice, which passes over lines that begin with #.
#If False Then
Function ReadByLibreOffice()
#End If

Sub Hint()
    Link.Press "Hint"
End Sub

Sub Solve()
    Link.Press "Solve"
End Sub

Sub NewGame()
    Link.Press "New Game"
End Sub

Sub GameOfTheDay()
    Link.Press "Game of the Day"
End Sub

Sub Clear()
    Link.Press "Clear"
End Sub

Sub RevealCode()
    Link.Press "Reveal Code"
End Sub

Sub Explain()
    Link.Press "Explain"
End Sub

Sub CopyResult()
    Boards.CopyLines
End Sub

Sub WebPage()
    Link.Press "Web Page"
End Sub

Sub Analyse()
    Link.Press "Analyse"
End Sub

Sub Compare()
    Link.Press "Compare"
End Sub
