import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/** Rows beyond those in sight, on each side. */
const BEYOND = 6;

/** Rows of one height, of which only those in sight exist. */
export const useVirtual = ({
  scroll,
  count,
  size,
}: {
  scroll: RefObject<HTMLElement | null>;
  count: number;
  /** Pixels of a row. */
  size: number;
}): { items: readonly VirtualItem[]; height: number; reveal: (index: number) => void } => {
  const [, draw] = useState(0);
  // The first rows show the sooner without them.
  const [beyond, setBeyond] = useState(0);
  useEffect(() => {
    if (count > 0) setBeyond(BEYOND);
  }, [count > 0]);
  const options = {
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => size,
    overscan: beyond,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => draw((times) => times + 1),
  };
  const [virtual] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtual.setOptions(options);
  useLayoutEffect(() => virtual._didMount(), []);
  useLayoutEffect(() => virtual._willUpdate());
  return {
    items: virtual.getVirtualItems(),
    height: virtual.getTotalSize(),
    reveal: (index) => virtual.scrollToIndex(index, { align: 'auto' }),
  };
};
