/** The page of a register: that of any module, made from its declaration when it is opened. */
import { useTranslation } from 'react-i18next';
import { type Declaration, registerModule } from '../../../../contract/schema/register';
import { knowRegister } from '../../../store/crud/targets';
import { Page } from '../../../ui/layout/frame';
import { EmptyState } from '../../../ui/overlays/messages';
import { defineFeature, type Feature } from '../feature';
import { registerScreen } from './registerScreen';

function Withdrawn() {
  const { t } = useTranslation();
  return (
    <Page>
      <EmptyState isPage kind="missing" title={t('crud.registerGone')} text={t('crud.registerGoneText')} />
    </Page>
  );
}

/** null: the register is not served any more. */
export function registerFeature(name: string, declared: Declaration | null): Feature {
  if (!declared) return { name, slices: [], pages: { '': Withdrawn } };
  const module = registerModule(declared.model);
  // A tree points to itself: its fields are made after it is known.
  knowRegister(module);
  return defineFeature(module, () => registerScreen(module));
}
