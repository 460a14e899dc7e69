/** @type {import("../rules.js").RulesText} */
export default {
  lead: "Cualquier ficha puede cambiar de bando hasta la última jugada.",
  sections: [
    {
      title: "Objetivo",
      parts: [
        "Tener más fichas que el rival cuando ninguno de los dos pueda jugar. Las fichas son negras por una cara y blancas por la otra.",
        {
          diagrams: [
            ["start", "El comienzo, con las cuatro casillas entre las que pueden elegir las negras, que empiezan."],
          ],
        },
      ],
    },
    {
      title: "Jugadas",
      parts: [
        "Coloca una ficha de tu color en una casilla vacía de modo que encierre fichas rivales: en línea recta, en cualquiera de las ocho direcciones, debe haber una o más fichas rivales, sin huecos, entre tu ficha nueva y otra de tu color.",
        "Todas las fichas así encerradas se dan la vuelta, en todas las direcciones a la vez. Cada jugada debe dar la vuelta al menos a una ficha.",
        {
          diagrams: [
            ["before", "Las negras juegan d3: la ficha blanca de d4 queda entre d3 y la ficha negra de d5."],
            ["after", "La ficha pasa a ser negra. Ahora juegan las blancas."],
          ],
        },
        "Si no tienes ninguna jugada así, pasas y vuelve a jugar tu rival. No se puede pasar cuando se puede jugar.",
      ],
    },
    {
      title: "Final de la partida",
      parts: [
        "La partida termina cuando ninguno puede jugar, a más tardar cuando el tablero está lleno. Gana quien tiene más fichas; con el mismo número, hay empate.",
      ],
    },
    {
      title: "Notación",
      parts: [
        "Las columnas van de la a a la h desde la izquierda; las filas, del 1 al 8 desde **arriba**. Una jugada es su casilla, como `d3`; un pase forzado es `pass`. Una posición son 64 caracteres de a1 a h8, fila a fila desde arriba: `X` negra, `O` blanca, `-` vacía; después un espacio y a quién le toca.",
      ],
    },
    {
      title: "Consejos",
      parts: [
        {
          list: [
            "Una ficha en una esquina ya no cambia nunca. Las casillas junto a una esquina vacía suelen regalarla.",
            "Tener pocas fichas a mitad de partida no es malo; tener pocas jugadas, sí.",
            "Procura que a tu rival solo le queden jugadas malas.",
          ],
        },
        { diagrams: [["corners", "Las cuatro esquinas."]] },
      ],
    },
  ],
};
