import { StarterKit } from '@tiptap/starter-kit';

/** The formatting that every text can have. */
export const extensions = [
  StarterKit.configure({
    link: { openOnClick: false, HTMLAttributes: { rel: null, target: null } },
    dropcursor: false,
    gapcursor: false,
    trailingNode: false,
  }),
];
