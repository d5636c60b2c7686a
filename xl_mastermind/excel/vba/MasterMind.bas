Attribute VB_Name = "MasterMind"
Option Explicit

'The buttons: a Sub for each, written from their table.

'Hides them from LibreOffice, which passes over lines that begin with #.
#If False Then
Function ReadByLibreOffice()
#End If
