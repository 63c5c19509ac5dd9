import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { textIn } from '../../../contract/domain/text';
import { panel } from '../../store/navigation/panel';
import { type Mode, preferences } from '../../store/preferences';
import { ThemePreview } from '../../ui/inputs/ColourPicker';
import { RadioCards } from '../../ui/inputs/RadioCards';
import { arrange } from '../../ui/layout/arrange';
import { Segments } from '../../ui/layout/surfaces';
import { Dialog } from '../../ui/overlays/Dialog';
import { themeOf, themes } from '../../ui/theme/theme';
import { ColourPanel } from './ColourPanel';

/** Theme, light or dark mode, and base colour, applied at once. */
export function ThemeDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { theme, mode, accent, language } = useSelector(preferences.selectors.all);
  return (
    <Dialog
      title={t('theme.title')}
      size={1200}
      onClose={() => dispatch(panel.actions.hide())}
      closeLabel={t('frame.close')}
      aside={
        <Segments
          label={t('theme.mode')}
          current={mode}
          onPick={(key) => dispatch(preferences.actions.shine(key as Mode))}
          items={[
            { key: 'light', label: t('frame.light') },
            { key: 'dark', label: t('frame.dark') },
          ]}
        />
      }
    >
      <div className={arrange.column}>
        <RadioCards
          label={t('theme.themes')}
          value={theme}
          onChange={(key) => dispatch(preferences.actions.wear(key))}
          options={themes.map((row) => ({
            value: row.key,
            label: textIn(row.name, language),
            aside: row.isDark ? t('theme.fixedDark') : '',
            figure: <ThemePreview theme={themeOf(row.key, mode, accent)} />,
          }))}
        />
        <h3>{t('theme.colour')}</h3>
        <ColourPanel />
      </div>
    </Dialog>
  );
}
