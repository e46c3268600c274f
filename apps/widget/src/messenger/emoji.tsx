import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

/** Signs that people send to a support team; phones have keyboards for all others. */
const SIGNS = Array.from(
  '😀😃😄😁😅😂🙂🙃😉😊😍🥰😘😎🤩🥳🤔🤨😐😕🙁😟😢😭😡😱😴🤒👍👎👌🙏👏🙌💪👋✅❌❓❗💡🔥🎉🚀💙💚💛🧡',
);

const Face = (): VNode => (
  <svg viewBox="0 0 24 24" width="20" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
    <circle cx="12" cy="12" r="9" />
    <path d="M8 14a4.5 4.5 0 0 0 8 0M9 9v.5M15 9v.5" stroke-linecap="round" />
  </svg>
);

/** Opens the signs; each goes where the visitor writes. */
export const EmojiButton = ({ label, insert }: { label: string; insert: (sign: string) => void }): VNode => {
  const [isOpen, setOpen] = useState(false);
  return (
    <div
      class="emoji"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        setOpen(false);
      }}
    >
      <button
        type="button"
        class="plain"
        aria-label={label}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Face />
      </button>
      {isOpen && (
        <div role="group" aria-label={label} class="signs">
          {SIGNS.map((sign) => (
            <button
              key={sign}
              type="button"
              onClick={() => {
                setOpen(false);
                insert(sign);
              }}
            >
              {sign}
            </button>
          ))}
        </div>
      )}
    </div>
  );
};
