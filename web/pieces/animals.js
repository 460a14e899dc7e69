/** The animals of the hunt games, own drawings: heads that look at the player, and geese in profile. Classes as in chess.js. */

/** @type {Record<string, string>} */
export const ANIMALS = {
  mouse: `<circle class="pb" cx="25" cy="35" r="19"/><circle class="pb" cx="75" cy="35" r="19"/>
    <circle class="pa" cx="25" cy="35" r="10"/><circle class="pa" cx="75" cy="35" r="10"/>
    <path class="pb" d="M50 28c17 0 29 13 29 28 0 18-17 34-29 34S21 74 21 56c0-15 12-28 29-28z"/>
    <circle class="pd" cx="38" cy="55" r="4.5"/><circle class="pd" cx="62" cy="55" r="4.5"/>
    <ellipse class="pa pe" cx="50" cy="78" rx="7" ry="5.5"/><path class="pt" d="M38 75 14 69M38 79l-23 4M62 75l24-6M62 79l23 4"/>`,
  cat: `<path class="pb" d="M18 12c9 4 17 10 22 17a47 47 0 0 1 20 0c5-7 13-13 22-17 3 12 3 23 1 34 3 5 4 9 4 14 0 17-17 29-37 29S13 77 13 60
    c0-5 1-9 4-14-2-11-2-22 1-34z"/>
    <path class="pa" d="M23 21c6 4 9 8 12 13l-11 8c-2-7-2-14-1-21zM77 21c-6 4-9 8-12 13l11 8c2-7 2-14 1-21z"/>
    <path class="pg" d="M26 55c4-8 13-8 17 0-4 7-13 7-17 0zM57 55c4-8 13-8 17 0-4 7-13 7-17 0z"/>
    <path class="pk" d="M34.5 49v12M65.5 49v12"/><path class="pa" d="M44 68h12l-6 7z"/>
    <path class="pt" d="M50 75v4M50 79c-3 4-8 4-11 1M50 79c3 4 8 4 11 1M31 70 9 66M31 74 10 79M69 70l22-4M69 74l21 5"/>`,
  hare: `<path class="pb" d="M31 47C21 32 19 17 25 9c3-4 8-4 11 0 7 9 9 20 10 31zM69 47c10-15 12-30 6-38-3-4-8-4-11 0-7 9-9 20-10 31z"/>
    <path class="pa" d="M33 40c-5-9-7-19-4-26 6 6 9 16 10 25zM67 40c5-9 7-19 4-26-6 6-9 16-10 25z"/>
    <path class="pb" d="M50 36c17 0 27 11 27 26S65 91 50 91 23 77 23 62s10-26 27-26z"/>
    <circle class="pd" cx="38" cy="57" r="4.5"/><circle class="pd" cx="62" cy="57" r="4.5"/>
    <path class="pw" d="M45 80h10v7H45z"/><path class="pa pe" d="M44 68h12l-6 6z"/>
    <path class="pt" d="M50 74v4M50 78c-4 4-9 3-12 0M50 78c4 4 9 3 12 0M34 71l-18-3M34 75l-17 4M66 71l18-3M66 75l17 4"/>`,
  dog: `<path class="pb" d="M50 17c18 0 29 10 29 30 0 24-12 43-29 43S21 71 21 47c0-20 11-30 29-30z"/>
    <path class="pw" d="M50 45c8 0 8 13 13 19 4 5 4 10 1 14-3 5-8 8-14 8s-11-3-14-8c-3-4-3-9 1-14 5-6 5-19 13-19z"/>
    <path class="pc" d="M34 18C20 15 10 26 9 42c-1 12 1 23 7 25 9 3 14-12 17-25 2-9 7-13 1-24zM66 18c14-3 24 8 25 24 1 12-1 23-7 25-9 3-14-12-17-25-2-9-7-13-1-24z"/>
    <circle class="pd" cx="39" cy="46" r="4.5"/><circle class="pd" cx="61" cy="46" r="4.5"/>
    <path class="pd" d="M42 61c2-4 14-4 16 0 1 4-4 8-8 8s-9-4-8-8z"/><path class="pt" d="M50 69v6M50 75c-4 5-9 4-11 1M50 75c4 5 9 4 11 1"/>`,
  fox: `<path class="pb" d="M15 10c11 4 20 11 26 19 6-1 12-1 18 0 6-8 15-15 26-19 3 14 2 27-2 39 3 5 5 10 7 16-15 4-25 26-40 26S25 69 10 65c2-6 4-11 7-16-4-12-5-25-2-39z"/>
    <path class="pw" d="M17 62c14-2 24 3 33 22 9-19 19-24 33-22-12 6-20 25-33 25S29 68 17 62z"/>
    <path class="pk2" d="M20 18c7 4 11 8 14 13l-11 10c-3-8-3-15-3-23zM80 18c-7 4-11 8-14 13l11 10c3-8 3-15 3-23z"/>
    <path class="pd" d="M30 52c5-2 9 0 11 4-5 2-9 1-11-4zM70 52c-5-2-9 0-11 4 5 2 9 1 11-4z"/><circle class="pd" cx="50" cy="83" r="5.5"/>`,
  goose: `<path class="pa pe" d="M44 84l-5 9h12l1-9zM62 84l-3 9h12l-1-10z"/>
    <path class="pb" d="M37 9c9 0 15 6 15 15 0 9-5 15-4 23 8-5 18-5 26-1 7 3 12 3 19-2-1 25-13 42-36 42-20 0-32-10-32-25 0-13 8-20 8-30-1-4-4-5-7-6-2-9 3-16 11-16z"/>
    <path class="pa pe" d="M27 17 8 25c4 4 11 6 19 5 3-3 3-9 0-13z"/>
    <path class="pl" d="M46 61c8 8 24 8 36-3M50 71c6 4 14 4 21 0"/><circle class="pd" cx="37" cy="19" r="3.6"/>`,
};
