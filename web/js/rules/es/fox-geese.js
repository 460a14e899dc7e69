/** @type {import("../rules.js").RulesText} */
export default {
  lead: "Toda una bandada contra un zorro hambriento, en una cruz de 33 puntos.",
  sections: [
    {
      title: "Objetivo",
      parts: [
        "Las ocas quieren acorralar al zorro hasta que no pueda mover. El zorro quiere comerse a las ocas o abrirse paso hasta la fila 1.",
        {
          diagrams: [
            [
              "start",
              "El comienzo: el zorro en d7, quince ocas en las filas 1, 2 y 3 y en a4 y g4. Empiezan las ocas.",
            ],
          ],
        },
      ],
    },
    {
      title: "Cómo mueven las ocas",
      parts: [
        "Una oca mueve un paso por una línea a un punto vacío, hacia delante (arriba, a una fila más alta, en recto o en diagonal) o de lado, nunca hacia atrás. Las ocas no capturan.",
        {
          diagrams: [
            [
              "goose",
              "Los caminos de la oca de d4. Solo se mueve en diagonal desde los puntos donde hay líneas diagonales.",
            ],
          ],
        },
      ],
    },
    {
      title: "Cómo mueve el zorro",
      parts: [
        "El zorro mueve un paso por cualquier línea, o salta sobre una oca vecina, siguiendo una línea, al punto vacío que hay justo detrás. Así la captura.",
        "Desde allí puede seguir capturando en el mismo turno, en cualquier dirección, y puede parar cuando quiera. Capturar nunca es obligatorio.",
        {
          diagrams: [
            ["fox", "El zorro va un paso en cualquier dirección, por las líneas."],
            ["run", "Dos capturas en un turno: sobre d6 a d5 y después sobre e5 a f5. También puede parar en d5."],
          ],
        },
      ],
    },
    {
      title: "Final de la partida",
      parts: [
        {
          list: [
            "Las **ocas** ganan si al zorro le toca y no tiene ni paso ni salto.",
            "El **zorro** gana si llega a la fila 1; si quedan menos de cuatro ocas; si a las ocas les toca y no pueden mover; o si las ocas hacen diez jugadas seguidas sin que ninguna sea hacia delante.",
          ],
        },
        "No hay empates.",
        { diagrams: [["caught", "El zorro de d7 no puede dar un paso ni saltar: han ganado las ocas."]] },
      ],
    },
    {
      title: "Variantes",
      parts: [
        "Dos comienzos históricos se juegan con las mismas reglas.",
        {
          diagrams: [
            ["thirteen", "Trece ocas: solo las filas 1 a 3."],
            ["seventeen", "Diecisiete ocas: las filas 1 a 3, y a4, b4, f4 y g4."],
          ],
        },
      ],
    },
    {
      title: "Notación",
      parts: [
        "Las columnas van de la a a la g desde la izquierda; las filas, del 1 al 7 desde abajo. Una jugada se escribe con su origen y su destino, como `c3d3`; una serie de capturas enumera todos los puntos de llegada: `d7d5f5`. Una posición enumera las siete filas de la cruz desde arriba, sin los puntos de fuera: `F` zorro, `g` oca, números para los puntos vacíos; después `g` (ocas) o `f` (zorro), a quien le toca, y cuántas jugadas seguidas llevan las ocas sin avanzar.",
      ],
    },
    {
      title: "Consejos",
      parts: [
        {
          list: [
            "Ocas: avanzad en un frente cerrado. Una oca con un punto vacío justo detrás puede ser capturada.",
            "Ocas: un paso de lado es paciencia, pero el décimo seguido pierde la partida.",
            "Zorro: quédate en el centro, donde se cruzan más líneas, y espera un hueco.",
          ],
        },
      ],
    },
  ],
};
