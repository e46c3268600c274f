import type { VNode } from 'preact';
import type { TextKey } from '../core';

/** The parts of the path below a section. */
export interface SectionProps {
  id?: string | undefined;
  detail?: string | undefined;
}

/** A page of the settings. */
export interface Section {
  key: string;
  text: TextKey;
  /** Permissions of which one is needed. */
  needs: readonly string[];
  Show: (props: SectionProps) => VNode;
}
