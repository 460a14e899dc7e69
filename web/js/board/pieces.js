/** The sets of pieces a person may choose from. */
export const pieceSets = [
  { name: "drawn", label: { en: "Drawn", es: "Dibujadas" } },
  { name: "letters", label: { en: "Letters", es: "Letras" } },
];
