/** @type {import("../rules.js").RulesText} */
export default {
  lead: "Un ratón quiere pasar; cuatro gatos que nunca retroceden quieren impedirlo.",
  sections: [
    {
      title: "Objetivo",
      parts: [
        "El ratón quiere llegar al otro extremo del tablero, la fila 8. Los gatos quieren encerrarlo.",
        { diagrams: [["start", "El comienzo: el ratón en e1, los gatos en b8, d8, f8 y h8. Empieza el ratón."]] },
      ],
    },
    {
      title: "Jugadas",
      parts: [
        "Solo se usan las casillas oscuras. Todos mueven una casilla en diagonal, a una casilla vacía:",
        {
          list: [
            "el **ratón**, en las cuatro direcciones;",
            "los **gatos**, solo hacia delante, hacia la fila 1, nunca hacia atrás.",
          ],
        },
        "No hay saltos ni capturas. En su turno, los gatos mueven uno de los cuatro.",
        { diagrams: [["moves", "El ratón tiene cuatro caminos; el gato de f6, dos."]] },
      ],
    },
    {
      title: "Final de la partida",
      parts: [
        {
          list: [
            "El **ratón** gana si llega a la fila 8, o si a los gatos les toca y ninguno puede mover.",
            "Los **gatos** ganan si al ratón le toca y no puede mover.",
          ],
        },
        "No hay empates.",
        {
          diagrams: [
            ["mouse", "El ratón se ha colado: ya nada le impide llegar a la fila 8."],
            ["cats", "Al ratón le toca y está encerrado: han ganado los gatos."],
          ],
        },
      ],
    },
    {
      title: "Notación",
      parts: [
        "Las columnas van de la a a la h desde la izquierda; las filas, del 1 al 8 desde abajo. Una jugada se escribe con su origen y su destino, como `e1d2`. Una posición enumera las filas desde arriba: `M` ratón, `c` gato, números para las casillas vacías; después `m` (ratón) o `c` (gatos), a quien le toca.",
      ],
    },
    {
      title: "Consejos",
      parts: [
        {
          list: [
            "Gatos: avanzad en línea cerrada y no dejéis un hueco que el ratón pueda alcanzar.",
            "Gatos: no hay paso atrás. Mirad lejos antes de abrir la línea.",
            "Ratón: espera delante de la línea hasta que los gatos tengan que abrirla.",
          ],
        },
      ],
    },
  ],
};
