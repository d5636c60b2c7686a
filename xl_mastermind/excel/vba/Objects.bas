Attribute VB_Name = "Objects"
Option Explicit
Option Private Module

'A shape in any open workbook can name each Sub and Function of modules like this one, the private ones too, with texts
'for their arguments. So nothing here takes a text: what does is in classes, whose procedures no shape can name.

Public Link As New PythonLink
Public BoardSheets As New BoardMacros

#If Mac Then
'Python runs this when it ends.
Public Sub CleanUp()
    Link.CleanUp
End Sub

Public Sub PollForError()
    Link.PollForError
End Sub
#End If
