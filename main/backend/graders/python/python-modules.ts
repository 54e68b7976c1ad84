/**
 * What can be imported where: on the platform (rft.md 2.5, image 2025-05-08) and in the local Python, which has the standard
 * library of 3.14 less the parts that need an operating system.
 */

/** Packages of the platform's image by the name they are imported under. None is available locally. */
export const PLATFORM_PACKAGES: ReadonlyMap<string, string> = new Map([
  ['numpy', 'numpy 2.2.4'],
  ['scipy', 'scipy 1.15.2'],
  ['sympy', 'sympy 1.13.3'],
  ['pandas', 'pandas 2.2.3'],
  ['rapidfuzz', 'rapidfuzz 3.10.1'],
  ['sklearn', 'scikit-learn 1.6.1'],
  ['rouge_score', 'rouge-score 0.1.2'],
  ['deepdiff', 'deepdiff 8.4.2'],
  ['jsonschema', 'jsonschema 4.23.0'],
  ['pydantic', 'pydantic 2.10.6'],
  ['yaml', 'pyyaml 6.0.2'],
  ['nltk', 'nltk 3.9.1'],
  ['sqlparse', 'sqlparse 0.5.3'],
  ['rdkit', 'rdkit 2024.9.6'],
  ['skbio', 'scikit-bio 0.6.3'],
  ['ast_grep_py', 'ast-grep-py 0.36.2'],
]);

/** Not on the platform's list, but its packages cannot work without them. */
export const PLATFORM_DEPENDENCIES: ReadonlyMap<string, string> = new Map([
  ['mpmath', 'sympy'],
  ['dateutil', 'pandas'],
  ['pytz', 'pandas'],
  ['joblib', 'scikit-learn'],
  ['threadpoolctl', 'scikit-learn'],
  ['absl', 'rouge-score'],
  ['six', 'rouge-score'],
  ['orderly_set', 'deepdiff'],
  ['attr', 'jsonschema'],
  ['attrs', 'jsonschema'],
  ['referencing', 'jsonschema'],
  ['pydantic_core', 'pydantic'],
  ['annotated_types', 'pydantic'],
  ['typing_extensions', 'pydantic'],
  ['click', 'nltk'],
  ['regex', 'nltk'],
  ['tqdm', 'nltk'],
]);

/** `sys.stdlib_module_names` of Python 3.14 without private names. */
export const STANDARD_LIBRARY: ReadonlySet<string> = words(`
  __future__ abc annotationlib antigravity argparse array ast asyncio atexit base64 bdb binascii bisect builtins bz2 cProfile
  calendar cmath cmd code codecs codeop collections colorsys compileall compression concurrent configparser contextlib
  contextvars copy copyreg csv ctypes curses dataclasses datetime dbm decimal difflib dis doctest email encodings ensurepip
  enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext
  glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib importlib inspect io ipaddress itertools json keyword
  linecache locale logging lzma mailbox marshal math mimetypes mmap modulefinder msvcrt multiprocessing netrc nt ntpath
  nturl2path numbers opcode operator optparse os pathlib pdb pickle pickletools pkgutil platform plistlib poplib posix
  posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib
  resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtplib socket socketserver
  sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess symtable sys sysconfig
  syslog tabnanny tarfile tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace traceback
  tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uuid venv warnings wave weakref webbrowser winreg
  winsound wsgiref xml xmlrpc zipapp zipfile zipimport zlib zoneinfo`);

/** Of the standard library, what the local Python lacks. */
export const NOT_LOCAL: ReadonlySet<string> = words(`
  antigravity ctypes curses dbm ensurepip grp idlelib msvcrt nt pwd pydoc_data readline resource syslog tkinter turtle turtledemo
  venv winreg winsound`);

/** Added in 3.14 or removed in 3.12 and 3.13. The platform does not say which Python it runs. */
export const VERSION_DEPENDENT: ReadonlySet<string> = words(`
  annotationlib compression aifc asynchat asyncore audioop cgi cgitb chunk crypt distutils imghdr imp lib2to3 mailcap msilib
  nis nntplib ossaudiodev pipes smtpd sndhdr spwd sunau telnetlib uu xdrlib`);

/** Modules whose use is the network, which graders have neither on the platform nor here. Dotted names are exact. */
export const NETWORK_MODULES: ReadonlySet<string> = words(`
  ftplib http.client http.server imaplib poplib smtplib socket socketserver ssl urllib.request webbrowser wsgiref xmlrpc
  requests httpx aiohttp urllib3 websockets websocket openai anthropic boto3 grpc paramiko`);

/** Modules that start other processes. */
export const PROCESS_MODULES: ReadonlySet<string> = words('multiprocessing pty subprocess');

/** @returns what to tell the author of a grader whose import failed here, as one sentence and an advice */
export function describeMissingModule(name: string): string {
  const root = name.split('.')[0] ?? name;
  const listed = PLATFORM_PACKAGES.get(root);
  if (listed !== undefined) {
    return `${root} works on the platform (${listed}) but is not available locally, so this grader can only be scored there.`;
  }
  const parent = PLATFORM_DEPENDENCIES.get(root);
  if (parent !== undefined)
    return `${root} is not available locally; on the platform it probably comes with ${parent}.`;
  if (NOT_LOCAL.has(root)) return `${root} is part of Python but not available locally; on the platform it may work.`;
  return `No module named ${name}. It is neither in the standard library nor among the platform's packages.`;
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/u).filter((word) => word !== ''));
}
