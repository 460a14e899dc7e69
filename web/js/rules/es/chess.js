/** @type {import("../rules.js").RulesText} */
export default {
  lead: "Dos ejércitos y un solo fin: atacar al rey rival de modo que nada pueda salvarlo.",
  sections: [
    {
      title: "Objetivo",
      parts: [
        "Dar jaque mate al rey rival. Un rey atacado está en jaque, y al jaque hay que responder de inmediato: moviendo el rey, capturando la pieza que ataca o interponiendo otra. Si nada de eso es posible, es mate y la partida termina.",
        {
          diagrams: [
            ["start", "El comienzo. Mueven primero las blancas; después, por turnos."],
            ["mate", "Mate: la torre de a8 da jaque y los propios peones negros encierran al rey."],
          ],
        },
      ],
    },
    {
      title: "Cómo mueven las piezas",
      parts: [
        "Una pieza mueve a una casilla vacía, o captura una pieza rival ocupando su casilla. Solo el caballo salta por encima de otras. Ninguna jugada puede dejar en jaque al propio rey.",
        {
          list: [
            "La **torre** mueve en línea recta cuanto quiera, el **alfil** en diagonal, la **dama** de ambos modos.",
            "El **rey** mueve una casilla en cualquier dirección.",
            "El **caballo** mueve en L: dos casillas en línea recta y una hacia un lado.",
            "El **peón** avanza una casilla, o dos desde su casilla de partida, y captura una casilla en diagonal hacia delante.",
          ],
        },
        {
          diagrams: [
            ["pieces", "La torre y el alfil llegan hasta donde el camino esté libre."],
            ["knight", "El caballo alcanza hasta ocho casillas."],
          ],
        },
      ],
    },
    {
      title: "Jugadas especiales",
      parts: [
        "**Enroque:** una vez por partida, cada bando puede mover a la vez el rey y una torre: el rey va dos casillas hacia la torre y la torre pasa a su otro lado. Ninguno de los dos puede haber movido antes, no puede haber nada entre ellos, y el rey no puede estar en jaque, ni pasar por una casilla atacada, ni llegar a ella.",
        "**Captura al paso:** un peón que acaba de avanzar dos casillas puede ser capturado, solo en la jugada siguiente, por un peón rival que esté a su lado, como si hubiera avanzado una.",
        "**Coronación:** un peón que llega a la última fila se convierte en dama, torre, alfil o caballo, a elección de su jugador.",
        {
          diagrams: [
            ["castling", "Las blancas se enrocan en corto y las negras en largo."],
            ["passing", "El peón negro acaba de venir de d7: las blancas lo capturan yendo a d6."],
            ["promotion", "En e8 el peón se convierte en otra pieza."],
          ],
        },
      ],
    },
    {
      title: "Tablas",
      parts: [
        "La partida es tablas, sin que nadie tenga que reclamarlo:",
        {
          list: [
            "por **rey ahogado**: quien debe mover no está en jaque, pero no tiene ninguna jugada legal;",
            "cuando ningún bando tiene material para dar mate: rey contra rey, rey y alfil o rey y caballo contra rey, o solo alfiles que están todos en casillas de un mismo color;",
            "cuando la misma posición se da por tercera vez;",
            "tras cincuenta jugadas de cada bando sin captura ni movimiento de peón.",
          ],
        },
        "Con reloj, quien agota su tiempo pierde, salvo que el rival no pueda dar mate con ninguna serie de jugadas: entonces son tablas.",
        {
          diagrams: [
            ["stalemate", "Ahogado: a las negras les toca mover, no tienen jugada legal y no están en jaque. Tablas."],
          ],
        },
      ],
    },
    {
      title: "Notación",
      parts: [
        "Las columnas van de la a a la h desde la izquierda de las blancas; las filas, del 1 al 8 desde su lado. La lista de jugadas usa la forma breve internacional, con letras inglesas: `Nf3` es caballo a f3, `exd5` un peón que captura en d5, `O-O` el enroque corto, `e8=Q` una coronación, `+` jaque y `#` mate. Las posiciones se escriben en FEN.",
      ],
    },
    {
      title: "Consejos",
      parts: [
        {
          list: [
            "Saca pronto caballos y alfiles, y enrócate.",
            "Antes de cada jugada, mira qué amenaza tu rival.",
            "Una dama vale unos nueve peones, una torre cinco, un alfil o un caballo tres.",
          ],
        },
      ],
    },
  ],
};
