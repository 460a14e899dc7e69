/** @type {import("../rules.js").RulesText} */
export default {
  lead: "Las fichas caen, y cada una abre la casilla que tiene encima.",
  sections: [
    {
      title: "Objetivo",
      parts: [
        "Ser el primero en alinear cuatro fichas de tu color: en horizontal, en vertical o en diagonal.",
        { diagrams: [["four", "Han ganado las amarillas: cuatro en diagonal, de a1 a d4."]] },
      ],
    },
    {
      title: "Jugadas",
      parts: [
        "Empiezan las amarillas; después, por turnos. En tu turno dejas caer una ficha en una columna que no esté llena. La ficha baja hasta la casilla libre más baja de esa columna y allí se queda.",
        { diagrams: [["falls", "Una ficha soltada en la columna 4 se detiene en d3, encima de las dos que ya hay."]] },
      ],
    },
    {
      title: "Final de la partida",
      parts: ["Cuatro en línea ganan en el acto. Si el tablero se llena sin cuatro en línea, hay empate."],
    },
    {
      title: "Tablero y notación",
      parts: [
        "Nuestro tablero tiene 8 columnas y 7 filas; la variante de 7 columnas y 6 filas es la clásica.",
        "Una jugada es el número de su columna, contando desde la izquierda: de `1` a `8`. Una posición son las columnas jugadas hasta el momento, como `44453`, o un diagrama: las filas de arriba abajo, `.` vacía, `x` amarilla, `o` roja, unidas por `/`; después un espacio y a quién le toca.",
      ],
    },
    {
      title: "Consejos",
      parts: [
        {
          list: [
            "Las columnas centrales forman parte de más líneas de cuatro.",
            "Crea dos amenazas a la vez: solo se puede parar una.",
            "Fíjate en la casilla que queda encima de la que ocupas: quizá se la estés regalando al rival.",
          ],
        },
      ],
    },
  ],
};
