import type { VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Html } from '../ui';
import { Body, Dismiss, escapes, useSeen } from './body';
import type { ItemParts } from '../kinds';
import { besides, findPlace, usePlace } from './place';

/** Leads through the page step by step. A step without its element is shown in the middle. */
export const Tour = (parts: ItemParts): VNode | null => {
  const { say, item, finish, reporter, reached } = parts;
  const steps = item.config?.steps ?? [];
  const [index, setIndex] = useState(reached.get(item.id) ?? 0);
  const step = steps[index];
  const place = usePlace(step?.selector);
  useSeen(parts);
  // After the paint, a step that is left at once would not be reported.
  useLayoutEffect(() => {
    if (!step) return;
    reached.set(item.id, index);
    void reporter.report(item, 'step', step.id);
    // The first step was not requested: the page stays where the visitor reads or writes.
    if (index > 0 && findPlace(step.selector))
      document.querySelector(step.selector ?? '')?.scrollIntoView({ block: 'nearest' });
  }, [step?.id]);
  if (!step) return null;
  const isLast = index === steps.length - 1;
  return (
    <>
      {place && (
        <div
          class="ring"
          aria-hidden="true"
          style={{
            top: `${place.top - 4}px`,
            left: `${place.left - 4}px`,
            width: `${place.width + 8}px`,
            height: `${place.height + 8}px`,
          }}
        />
      )}
      <div
        role="group"
        class={place ? 'card' : 'card middle'}
        style={place ? besides(place) : {}}
        aria-label={say('item.tour')}
        onKeyDown={escapes(finish)}
      >
        <Dismiss {...parts} />
        <div aria-live="polite">
          <p class="soft">{say('item.step', { step: index + 1, all: steps.length })}</p>
          {index === 0 && <Body app={parts.app} item={item} />}
          {step.title && (
            <p>
              <strong>{step.title}</strong>
            </p>
          )}
          {step.message && <Html html={step.message} />}
        </div>
        <button
          type="button"
          class="act"
          onClick={() => (isLast ? finish('completed') : setIndex(index + 1))}
        >
          {say(isLast ? 'item.done' : 'item.next')}
        </button>
      </div>
    </>
  );
};
