import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { shortcuts } from '../../store/navigation/keys';
import { panel } from '../../store/navigation/panel';
import { preferences } from '../../store/preferences';
import { Checkbox } from '../../ui/inputs/choices';
import { arrange } from '../../ui/layout/arrange';
import { text } from '../../ui/layout/text';
import { Dialog } from '../../ui/overlays/Dialog';
import styles from './KeysDialog.module.css';

/** All keyboard shortcuts, and the switch for those of a single key. */
export function KeysDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const hasLetterKeys = useSelector(preferences.selectors.hasLetterKeys);
  return (
    <Dialog
      title={t('keys.title')}
      size={600}
      onClose={() => dispatch(panel.actions.hide())}
      closeLabel={t('frame.close')}
    >
      {shortcuts.map(({ group, keys }) => (
        <section key={group} className={styles.group}>
          <h3>{t(`keys.${group}` as never)}</h3>
          <dl className={arrange.list}>
            {keys.map(({ combos, shown = combos, say }) => (
              <div key={combos.join()}>
                <dt className={text.grow}>{t(`keys.${say}` as never)}</dt>
                <dd>
                  {shown.map((combo) => (
                    <span key={combo} className={styles.combo}>
                      {combo.split('+').map((key) => (
                        <kbd key={key}>{key === 'Escape' ? 'Esc' : key}</kbd>
                      ))}
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Checkbox checked={hasLetterKeys} onChange={(isOn) => dispatch(preferences.actions.allowLetterKeys(isOn))}>
        {t('keys.single')} <span className={text.caption}>{t('keys.singleNote')}</span>
      </Checkbox>
    </Dialog>
  );
}
