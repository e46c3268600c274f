import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ErrorBoundary, lazy } from 'preact-iso';
import { fullTime, say } from '../core';
import { Picker } from '../ui';
import { snoozeTimes } from './snooze-times';

const AskTime = lazy(() => import('./ask-time').then((part) => part.AskTime));

/** A button with a menu of times, and a dialog for any other one. */
export const TimePicker = ({
  pick,
  children,
  ...button
}: {
  label: string;
  isOpen: boolean;
  setOpen: (open: boolean) => void;
  pick: (at: Date) => void;
  children: ComponentChildren;
}): VNode => {
  const [isAsking, setAsking] = useState(false);
  const times = snoozeTimes(new Date());
  return (
    <>
      <Picker
        {...button}
        filter={say('action.snooze.filter')}
        choices={[
          ...times.map(({ id, at }) => ({
            id,
            label: `${say(`snooze.${id}`)} · ${fullTime(at.toISOString())}`,
          })),
          { id: 'date', label: say('snooze.date') },
        ]}
        pick={(id) => {
          const at = times.find((one) => one.id === id)?.at;
          if (at) pick(at);
          else setAsking(true);
        }}
      >
        {children}
      </Picker>
      {isAsking && (
        <ErrorBoundary>
          <AskTime label={button.label} pick={pick} close={() => setAsking(false)} />
        </ErrorBoundary>
      )}
    </>
  );
};
