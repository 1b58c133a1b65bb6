/** Okabe and Ito's colours and two more, which people who see fewer of them still tell apart. */
export const colors = ["#0072b2", "#56b4e9", "#009e73", "#e69f00", "#d55e00", "#cc79a7", "#a6a600", "#8c8c8c", "#5a5a9c"] as const;
