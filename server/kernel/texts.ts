import { languages } from '../../contract/domain/languages';
import { addCatalogue } from '../../contract/domain/text';

/** Make the texts of the contract known in every language that it is not declared in; once, before anybody is answered. */
export async function loadCatalogues(): Promise<void> {
  for (const { code } of languages.filter(({ hasCatalogue }) => hasCatalogue)) {
    const { contract } = await import(/* webpackMode: "eager" */ `../../texts/${code}/contract`);
    addCatalogue(code, contract);
  }
}
