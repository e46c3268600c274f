import { createAlarm } from './alarm';

describe('An alarm', () => {
  const NOW = Date.parse('2026-03-01T12:00:00.000Z');
  const after = (milliseconds: number): Date => new Date(NOW + milliseconds);
  let woken: number;

  beforeEach(() => {
    jest.useFakeTimers({ now: NOW });
    woken = 0;
  });
  afterEach(() => jest.useRealTimers());

  const create = () =>
    createAlarm(
      () => new Date(),
      () => (woken += 1),
    );

  it('wakes once, at the earliest of its times', () => {
    const alarm = create();
    alarm.at(after(5_000));
    alarm.at(after(1_000));
    alarm.at(after(3_000));
    jest.advanceTimersByTime(999);
    expect(woken).toBe(0);
    jest.advanceTimersByTime(1);
    expect(woken).toBe(1);
    jest.advanceTimersByTime(60_000);
    expect(woken).toBe(1);
  });

  it('wakes at once for a time that has passed, and again for one that it is told later', () => {
    const alarm = create();
    alarm.at(after(-10));
    jest.advanceTimersByTime(0);
    expect(woken).toBe(1);
    alarm.at(after(2_000));
    jest.advanceTimersByTime(2_000);
    expect(woken).toBe(2);
  });

  it('does not fire at once for a time that no timer reaches', () => {
    create().at(after(40 * 86_400_000));
    jest.advanceTimersByTime(86_400_000);
    expect(woken).toBe(0);
  });

  it('wakes nobody after it was stopped', () => {
    const alarm = create();
    alarm.at(after(1_000));
    alarm.stop();
    jest.advanceTimersByTime(5_000);
    expect(woken).toBe(0);
  });
});
