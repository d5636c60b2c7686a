Attribute VB_Name = "Objects"
Option Explicit
Option Private Module

'A shape of any open workbook can run each Sub and Function of a standard module, private ones included, with texts as
'arguments. So no procedure here takes a text: classes contain those that do.

Public Connection As New PythonConnection
Public Boards As New BoardMacros

#If Mac Then
'Python calls this when it ends.
Public Sub CleanUp()
    Connection.CleanUp
End Sub

Public Sub PollForError()
    Connection.PollForError
End Sub
#End If
