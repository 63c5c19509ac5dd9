"""What pyHanko says of the signatures of files. Reads `{files: [{path, roots}], moment}` and answers a list a file."""
import base64
import datetime
import json
import logging
import sys
import warnings

from asn1crypto import x509
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

warnings.filterwarnings('ignore')
logging.disable(logging.CRITICAL)
asked = json.load(sys.stdin)
moment = datetime.datetime.fromtimestamp(asked['moment'] / 1000, datetime.timezone.utc)


def told(signature, roots):
    try:
        context = ValidationContext(trust_roots=roots, allow_fetching=False, moment=moment)
        status = validate_pdf_signature(signature, context, ts_validation_context=context)
        level = status.modification_level
        stamp = status.timestamp_validity
        return {
            'field': signature.field_name,
            'isIntact': status.intact,
            'isValid': status.valid,
            'isTrusted': status.trusted,
            'coverage': status.coverage.name,
            'changes': level.name if level is not None else 'UNKNOWN',
            'isPermitted': bool(status.docmdp_ok),
            'hasStamp': stamp is not None and stamp.intact and stamp.valid,
            'isAccepted': status.bottom_line,
        }
    except Exception as error:  # a file that is no file, or a signature that is none
        return {'field': signature.field_name, 'isAccepted': False, 'error': type(error).__name__}


def judged(path, roots):
    certificates = [x509.Certificate.load(base64.b64decode(root)) for root in roots]
    try:
        with open(path, 'rb') as file:
            return [told(one, certificates) for one in PdfFileReader(file).embedded_signatures]
    except Exception as error:
        return [{'field': '', 'isAccepted': False, 'error': type(error).__name__}]


json.dump([judged(file['path'], file['roots']) for file in asked['files']], sys.stdout)
