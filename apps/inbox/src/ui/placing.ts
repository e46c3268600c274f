import { autoUpdate, computePosition, flip, offset, shift, size } from '@floating-ui/dom';

/** Most pixels of a menu. */
const HIGHEST = 420;

/** Keeps an element beside another one, within the window. @returns Ends it. */
export const keepBeside = (from: HTMLElement, floating: HTMLElement): (() => void) =>
  autoUpdate(from, floating, () => {
    const fit = size({
      padding: 8,
      apply: ({ availableHeight }) => {
        floating.style.maxHeight = `${Math.min(availableHeight, HIGHEST)}px`;
      },
    });
    void computePosition(from, floating, {
      placement: 'bottom-start',
      strategy: 'fixed',
      middleware: [offset(4), flip(), shift({ padding: 8 }), fit],
    }).then(({ x, y }) => {
      Object.assign(floating.style, { left: `${x}px`, top: `${y}px` });
      floating.classList.remove('unplaced');
    });
  });
