import { type dict, dictbiz } from '../../contract/modules/system/dictionary';
import { serveDictionary } from './dictionaries/dictionary';

export default serveDictionary(dictbiz as unknown as typeof dict, 'dict_biz');
