//! What is said about the faults of external engines.

quevedo_core::messages! {
    pub(crate) table:
    no_answer(request, seconds):
        "no answer to `{request}` in {seconds} s", "sin respuesta a `{request}` en {seconds} s";
    closed_output(request):
        "the program closed its output at `{request}`", "el programa cerró su salida en `{request}`";
    ended(status, request):
        "the program ended ({status}) at `{request}`", "el programa terminó ({status}) en `{request}`";
    with_stderr(fault, lines):
        "{fault}; its standard error: {lines}", "{fault}; su salida de errores: {lines}";
    no_legal_move(answer, why): "it answered `{answer}`: {why}", "respondió `{answer}`: {why}";
}
