import { Suspense, use, useCallback, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { helpPart } from '../../i18n/help';
import { panel } from '../../store/navigation/panel';
import { preferences } from '../../store/preferences';
import { Tour } from '../../ui/overlays/Tour';

/** What the steps point at, in their order: the first that is on screen. */
const targets = {
  menu: ['[data-nav]', '[data-tour="nav"]'],
  search: ['header input[role="combobox"]'],
  tabs: ['[data-tour="tabs"]'],
  notices: ['[data-tour="notices"]'],
  person: ['[data-tour="person"]'],
  help: ['[data-tour="help"]', '[data-tour="person"]'],
} as const;
type StepName = keyof typeof targets;

function Steps() {
  const dispatch = useDispatch();
  const language = useSelector(preferences.selectors.language);
  const { tour } = use(helpPart('common', language));
  const steps = useMemo(
    () => (Object.keys(targets) as StepName[]).map((name) => ({ at: targets[name], ...tour.steps[name] })),
    [tour],
  );
  const end = useCallback(() => dispatch(panel.actions.hide()), [dispatch]);
  const step = (at: number, of: number) => tour.step.replace('{at}', String(at)).replace('{of}', String(of));
  return <Tour steps={steps} words={{ ...tour, step }} onEnd={end} />;
}

/** The tour for people who are here for the first time. */
export function TourPanel() {
  return (
    <Suspense fallback={null}>
      <Steps />
    </Suspense>
  );
}
