Attribute VB_Name = "MasterMind"
Option Explicit

'A Sub for each button, generated from the table of buttons.

'Hides these Subs from LibreOffice, which ignores lines that begin with #.
#If False Then
Function ReadByLibreOffice()
#End If
