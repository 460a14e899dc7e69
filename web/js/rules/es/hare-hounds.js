/** @type {import("../rules.js").RulesText} */
export default {
  lead: "Un tablero pequeño, once puntos y una caza más difícil de lo que parece.",
  sections: [
    {
      title: "Objetivo",
      parts: [
        "Tres perros quieren atrapar a la liebre de modo que no pueda mover. La liebre quiere esquivarlos y llegar al punto de la izquierda, a2.",
        {
          diagrams: [
            ["start", "El comienzo: los perros en a2, b1 y b3; la liebre en e2. Empiezan los perros."],
            ["center", "El segundo comienzo conocido: la liebre en c2, en el centro."],
          ],
        },
      ],
    },
    {
      title: "Jugadas",
      parts: [
        "Todos mueven un paso por una línea, a un punto vacío:",
        {
          list: [
            "los **perros**, hacia delante, a la derecha, o de lado, arriba o abajo en su columna; nunca hacia atrás, a la izquierda;",
            "la **liebre**, por cualquier línea, en todas las direcciones.",
          ],
        },
        "No hay capturas.",
        {
          diagrams: [
            ["dogs", "El perro de b1 puede ir de lado a b2 o hacia delante a c1 y c2."],
            ["hare", "La liebre de d2 va adonde quiere, siguiendo las líneas."],
          ],
        },
      ],
    },
    {
      title: "Final de la partida",
      parts: [
        {
          list: [
            "Los **perros** ganan si a la liebre le toca y no puede mover.",
            "La **liebre** gana si llega a a2, si a los perros les toca y no pueden mover, o si los perros hacen diez jugadas seguidas sin que ninguna sea hacia delante.",
          ],
        },
        "No hay empates.",
        {
          diagrams: [
            ["caught", "La liebre de e2 está atrapada: han ganado los perros."],
            ["free", "La liebre ha pasado a los perros y gana yendo a a2."],
          ],
        },
      ],
    },
    {
      title: "Notación",
      parts: [
        "Los puntos se nombran por su columna, de la a a la e desde la izquierda, y su fila, del 1 al 3 desde abajo. Una jugada se escribe con su origen y su destino, como `b1c2`. Una posición son once caracteres en el orden a2 b1 b2 b3 c1 c2 c3 d1 d2 d3 e2: `D` perro, `h` liebre, `-` vacío; después `d` (perros) o `h` (liebre), a quien le toca, y cuántas jugadas seguidas llevan los perros sin avanzar.",
      ],
    },
    {
      title: "Consejos",
      parts: [
        {
          list: [
            "Perros: id juntos; un perro rezagado no es un muro.",
            "Perros: un paso de lado puede dejar la jugada a la liebre en el momento justo, pero el décimo seguido pierde la partida.",
            "Liebre: quédate en el centro mientras puedas.",
          ],
        },
      ],
    },
  ],
};
