/** Most elements of HTML that may be open at once. A parser compares each element with all that are open. */
export const MAX_OPEN_ELEMENTS = 500;

/** Handlers for a parser of HTML that count open elements, and call `refuse`, which throws, when there are too many. */
export const guardDepth = (refuse: () => never): { onOpenTag: () => void; onCloseTag: () => void } => {
  let open = 0;
  return {
    onOpenTag: () => {
      open += 1;
      if (open > MAX_OPEN_ELEMENTS) refuse();
    },
    onCloseTag: () => {
      open -= 1;
    },
  };
};
