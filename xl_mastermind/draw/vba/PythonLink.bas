Attribute VB_Name = "PythonLink"
Option Explicit
Option Private Module

'The way from functions and buttons to Python, and what is said where it is blocked.

Private Const PAUSE As Long = 60 'seconds: the DLL of xlwings waits two minutes for a Python that cannot start
Private Const RUNNING As String = "Running..." 'what xlwings shows on a Mac until Python has ended
Private Const ANSWERS As String = "Python answers" 'what is no complaint
Private Const SET_UP As String = " Please run in a terminal: xl-mastermind setup"
Private Const EXAMINE As String = " Please run in a terminal: xl-mastermind doctor"
Private Const FORBIDDEN As String = _
    "Excel's macros may not start Python here; a rule of your organisation may forbid it." & EXAMINE

Private Server As Object 'the Python that answers, once it has started
Private FailedAt As Date 'when it could not be started
Private Failure As String
Private Looks As Long 'how often to look yet whether Python has ended, on a Mac

'The worksheet functions

Public Function CallPython(ByVal FunctionName As String, ByVal Arguments As Variant) As Variant
    #If Mac Then
        CallPython = CVErr(xlErrValue)
    #Else
        Dim WasKept As Boolean
        On Error GoTo failed
again:
        WasKept = Not Server Is Nothing
        If Not WasKept And IsPausing Then Err.Raise 1000, "MasterMind", Failure
        If Not WasKept Then Connect
        'In brackets, since what Python gets by reference it may write to.
        CallPython = WithErrors(Server.CallUDF( _
            "xl_mastermind.hosts.excel", (FunctionName), (Arguments), ThisWorkbook, Application.Caller))
        Exit Function
failed:
        Set Server = Nothing
        If WasKept Then Resume again
        Err.Raise Err.Number, Err.Source, Err.Description
    #End If
End Function

Private Sub Connect()
    On Error GoTo failed
    Set Server = XLPy
    FailedAt = 0
    Exit Sub
failed:
    FailedAt = Now
    Failure = Err.Description
    Err.Raise Err.Number, Err.Source, Err.Description
End Sub

Private Function IsPausing() As Boolean
    Dim Seconds As Double
    Seconds = (Now - FailedAt) * 86400 'of days, so that midnight makes no difference
    IsPausing = Seconds >= 0 And Seconds < PAUSE
End Function

'A result's errors arrive as text, because xlwings can hand over nothing else.
Private Function WithErrors(ByVal Result As Variant) As Variant
    Dim Row As Long, Column As Long
    Select Case Dimensions(Result)
        Case 0
            Result = WithError(Result)
        Case 1
            For Column = LBound(Result) To UBound(Result)
                Result(Column) = WithError(Result(Column))
            Next Column
        Case Else
            For Row = LBound(Result, 1) To UBound(Result, 1)
                For Column = LBound(Result, 2) To UBound(Result, 2)
                    Result(Row, Column) = WithError(Result(Row, Column))
                Next Column
            Next Row
    End Select
    WithErrors = Result
End Function

Private Function Dimensions(ByVal Result As Variant) As Long
    Dim Count As Long, Last As Long
    On Error GoTo counted
    Do
        Last = UBound(Result, Count + 1)
        Count = Count + 1
    Loop
counted:
    Dimensions = Count
End Function

Private Function WithError(ByVal Cell As Variant) As Variant
    WithError = Cell
    If VarType(Cell) <> vbString Then Exit Function
    If Cell = "#VALUE!" Then WithError = CVErr(xlErrValue)
    If Cell = "#N/A" Then WithError = CVErr(xlErrNA)
End Function

'The buttons

Public Sub RunButton(ByVal Button As String)
    RunCommand Button, BookPlayedOn.ActiveSheet
End Sub

Public Sub RunCommand(ByVal Button As String, Optional ByVal Board As Object)
    On Error GoTo failed
    CheckFiles
    Select Case Button
        Case "New Game", "Game of the Day", "Clear", "Hint", "Solve"
            RenewInputs Board 'what was pasted there may be locked
    End Select
    RunPython "from xl_mastermind.hosts import excel; excel." & LCase(Replace(Button, " ", "_")) & "()"
    TellError
    #If Mac Then
        Looks = 30
        LookLater
    #Else
        Dim UsesServer As Boolean
        UsesServer = GetConfig("USE UDF SERVER", False)
        If UsesServer Then FailedAt = 0
        Finish
    #End If
    Exit Sub
failed:
    FailedAt = Now
    Failure = Err.Description
    TellFailure Err.Number, Err.Description
End Sub

'Python has let calculation and events wait while it wrote; one that was killed would have them wait for ever.
Private Sub Finish()
    On Error Resume Next
    Application.EnableEvents = True
    If Application.CalculationState <> xlDone Then Application.Calculate
    GoToNextCell BookPlayedOn.ActiveSheet
End Sub

'Raises an error where xlwings would show a box of its own.
Private Sub CheckFiles()
    #If Mac Then
        If Not FileExists(Replace(Environ("HOME"), "/Library/Containers/com.microsoft.Excel/Data", "") & _
            "/Library/Application Scripts/com.microsoft.Excel/" & Script) Then Err.Raise 53
    #Else
        If IsGone(Interpreter) Then Err.Raise 53
    #End If
End Sub

Private Function Script() As String
    Script = "xlwings-" & XLWINGS_VERSION & ".applescript"
End Function

Private Function Interpreter() As String
    On Error Resume Next
    Interpreter = GetConfig("INTERPRETER_WIN", "")
    If Interpreter = "" Then Interpreter = GetConfig("INTERPRETER", "")
End Function

Private Function IsGone(ByVal Python As String) As Boolean
    IsGone = InStr(Python, "\") > 0 And Not FileExists(Python)
End Function

Private Function Renewal() As String
    Renewal = ", which this workbook needs. Please write a new one, in a terminal: xl-mastermind build NEW.xlsm;" & _
        " then paste the rows of the sheet Scores into it."
    If ThisWorkbook.IsAddin Then Renewal = ", which the add-in needs." & SET_UP
End Function

Private Sub TellFailure(ByVal Number As Long, ByVal Description As String)
    Dim Python As String
    Select Case Number
        Case 1, 48, 53, 453 'Files are missing, or of another version.
            #If Mac Then
                Tell "Excel lacks " & Script & ", with which it reaches Python." & SET_UP
            #Else
                Python = Interpreter
                If Python = "" Then
                    Tell "Excel does not know its Python yet." & SET_UP
                ElseIf IsGone(Python) Then
                    Tell "There is no Python any more at " & Python & "." & SET_UP
                Else
                    Tell "The Python at " & Python & " lacks xlwings " & XLWINGS_VERSION & Renewal
                End If
            #End If
        Case 49, 70, 429, -2147024891 'Something is not allowed.
            Tell FORBIDDEN
        Case 1000
            If InStr(Description, "Could not create Python process") > 0 Then
                Tell FORBIDDEN
            Else
                Tell "Python does not start: " & Cause(Description) & "." & EXAMINE
            End If
        Case Else
            Tell "Excel did not reach Python, error " & Number & ": " & Cause(Description) & "." & EXAMINE
    End Select
End Sub

'Tells what xlwings has written to the sheet Error, where it shows no boxes.
Public Sub TellError()
    Dim Text As String
    With ThisWorkbook.Worksheets("Error").Range("A1")
        Text = .Value
        If Text = "" Then Exit Sub
        .ClearContents
    End With
    Text = Cause(Text)
    'A sentence of ours names the file with the details.
    If InStr(Text, "xl-mastermind.log") = 0 Then Text = "Python failed: " & Text & "." & EXAMINE
    Tell Text
End Sub

'The line with the error: the last one of Python's own text, the first one once the DLL has turned that round.
Private Function Cause(ByVal Text As String) As String
    Dim Lines() As String, Index As Long
    Lines = Split(Replace(Text, vbCr, vbLf), vbLf)
    For Index = 0 To UBound(Lines)
        If Trim(Lines(Index)) <> "" Then
            Cause = Trim(Lines(Index))
            If Left(Text, 9) <> "Traceback" Then Exit For
        End If
    Next Index
    If Right(Cause, 1) = "." And InStr(Cause, "xl-mastermind.log") = 0 Then Cause = Left(Cause, Len(Cause) - 1)
End Function

Public Sub Tell(ByVal Text As String)
    #If Mac Then
        Application.StatusBar = False
    #End If
    MsgBox Text, IIf(Left(Text, Len(ANSWERS)) = ANSWERS, vbInformation, vbExclamation), "MasterMind"
End Sub

#If Mac Then
'Python runs beside Excel there, and takes Running... away when it ends; of one that cannot start nobody would tell.
Private Sub LookLater()
    Looks = Looks - 1
    If Looks >= 0 Then Application.OnTime Now + TimeSerial(0, 0, 1), _
        "'" & Replace(ThisWorkbook.Name, "'", "''") & "'!PythonLink.LookForError"
End Sub

Public Sub LookForError()
    Dim Text As String
    If CStr(Application.StatusBar) <> RUNNING Then
        Finish
        Exit Sub
    End If
    On Error Resume Next
    Text = ReadFile(Environ("HOME") & "/xlwings.log")
    On Error GoTo 0
    If Text = "" Then
        LookLater
    Else
        ThisWorkbook.Worksheets("Error").Range("A1").Value = Text
        TellError
    End If
End Sub
#End If
