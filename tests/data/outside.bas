Function LoadLibrary(ByVal FileName As String) As Long
    LoadLibrary = Application.Machine.LoadLibrary(FileName)
End Function

Function XLPyDLLActivateAuto(Result As Variant, ByVal Config, ByVal Mode) As Long
    Result = Application.Machine.Activate(Config)
    If Result = "" Then
        Set Result = Application.Python
    Else
        XLPyDLLActivateAuto = 1
    End If
End Function

Function ReadFile(ByVal FileName As String)
    ReadFile = Application.Machine.ReadFile(FileName)
End Function

Function GetConfigFromFile(File As String, Key As String, Value As String) As Boolean
    Value = Application.Machine.Setting(Key)
    GetConfigFromFile = Value <> ""
End Function
