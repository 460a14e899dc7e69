/** @type {import("../rules.js").RulesText} */
export default {
  lead: "Cada turno cierra una casilla para siempre, hasta que un bando no tiene adónde ir.",
  sections: [
    {
      title: "Objetivo",
      parts: [
        "Poder mover cuando tu rival ya no pueda. Cada bando tiene cuatro amazonas; empiezan las blancas.",
        { diagrams: [["start", "El comienzo: las blancas en d1, g1, a4 y j4; las negras en d10, g10, a7 y j7."]] },
      ],
    },
    {
      title: "Jugadas",
      parts: [
        "Un turno tiene dos partes, y las dos son obligatorias:",
        {
          list: [
            "**Mueve** una de tus amazonas como la dama del ajedrez: cualquier distancia en línea recta, por fila, columna o diagonal, sobre casillas vacías.",
            "**Dispara** una flecha desde donde ha llegado, del mismo modo: vuela sobre casillas vacías y se queda en la última el resto de la partida. La casilla de la que salió la amazona vuelve a estar vacía, así que la flecha puede pasar por ella o quedarse en ella.",
          ],
        },
        "Nada salta: ni las amazonas ni las flechas pasan por encima de una amazona o de una flecha. Nunca se captura nada.",
        {
          diagrams: [
            ["turn", "La amazona va de d1 a d7 y dispara a g7."],
            ["after", "La flecha de g7 cierra la fila. Ahora mueven las negras."],
          ],
        },
      ],
    },
    {
      title: "Final de la partida",
      parts: [
        "Pierde quien debe mover y no puede. No hay empates.",
        { diagrams: [["stuck", "A las blancas les toca mover, están encerradas y pierden (tablero de 6x6)."]] },
      ],
    },
    {
      title: "Tablero y notación",
      parts: [
        "El tablero tiene 10 por 10 casillas; en los de 8x8 y 6x6 las partidas son más cortas. Una jugada se escribe `d1-d7/g7`: desde, hasta, flecha. Una posición enumera las filas desde arriba: `Q` amazona blanca, `q` amazona negra, `*` flecha, números para las casillas vacías; después `w` (blancas) o `b` (negras), a quien le toca.",
      ],
    },
    {
      title: "Consejos",
      parts: [
        {
          list: [
            "Lleva pronto tus amazonas al centro: desde allí alcanzan más casillas.",
            "Cierra zonas a las que solo puedas entrar tú: más tarde, cada casilla vacía en ellas es una jugada.",
            "No dejes que te encierren una amazona.",
          ],
        },
      ],
    },
  ],
};
