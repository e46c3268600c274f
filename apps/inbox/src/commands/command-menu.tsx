import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { type Place, say, tellFailure } from '../core';
import { Choices, Dialog } from '../ui';
import { listPages, listPreferences } from './general';
import { listRegistered } from './registry';
import { listTicketCommands } from './ticket';

/** Everything that can be done from here, found by its words. */
export const CommandMenu = ({ place, close }: { place: Place; close: () => void }): VNode => {
  const { route } = useLocation();
  // As it was upon opening: nothing moves under the pointer.
  const commands = useMemo(
    () => [
      ...listTicketCommands(place, route),
      ...listRegistered(),
      ...listPages(route),
      ...listPreferences(),
    ],
    [],
  );
  const pick = (id: string): void => {
    const command = commands.find((one) => one.id === id);
    close();
    // After the dialog has given the focus back: some commands set it.
    setTimeout(() => void Promise.resolve(command?.run()).catch(tellFailure));
  };
  return (
    <Dialog label={say('commands')} close={close}>
      <Choices label={say('commands')} filter={say('commands.filter')} choices={commands} pick={pick} />
    </Dialog>
  );
};
