import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { panel } from '../../store/navigation/panel';
import { text } from '../../ui/layout/text';
import { Dialog } from '../../ui/overlays/Dialog';
import { Finder } from '../../ui/overlays/Finder';
import { MenuFinder } from './MenuFinder';

/** Search for pages by name, above any page. */
export function SearchDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <Dialog
      title={t('search.label')}
      size={600}
      onClose={() => dispatch(panel.actions.hide())}
      closeLabel={t('frame.close')}
      summary={<span className={text.caption}>{t('search.guide')}</span>}
    >
      <MenuFinder>{(finder) => <Finder {...finder} onLeave={() => dispatch(panel.actions.hide())} />}</MenuFinder>
    </Dialog>
  );
}
