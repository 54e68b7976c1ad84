/**
 * Graders that try to get out. Each tries one way and prints the token when it worked: read from a file or a variable of the host,
 * or handed in with the item and printed once a forbidden ability was in hand. Others leave a file or call a server.
 *
 * `opens` says whether the way is open in Pyodide as it comes, run with the rights of its user: the control that a probe proves
 * something. Ways that are closed there too (no shell in WebAssembly, say) are probed all the same.
 */
export type Probe = {
  readonly name: string;
  readonly opens: boolean;
  /** After what it is: something of the host, or an ability within the interpreter from which the host may be reached. */
  readonly wants: 'host' | 'ability';
  readonly source: string;
};

/** What a probe finds in its item. */
export type Targets = {
  /** A file that holds the token. */
  readonly secretFile: string;
  readonly secretFolder: string;
  /** A file that a probe may try to write; must not exist before. */
  readonly marker: string;
  /** A server that answers with the token and notes the paths asked for. */
  readonly port: number;
  readonly path: string;
  readonly token: string;
};

export const SECRET_VARIABLE = 'ASSAY_PROBE_SECRET';

const URL_OF = `def url(item):
    return 'http://127.0.0.1:%d%s' % (item['port'], item['path'])`;

function probe(name: string, opens: boolean, body: string, helpers = ''): Probe {
  const indented = body
    .trim()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
  const wants = body.includes("item['token']") && !body.includes('/dev/tty') ? 'ability' : 'host';
  return {
    name,
    opens,
    wants,
    source: `${URL_OF}\n${helpers.trim()}\ndef grade(sample, item):\n${indented}\n    return 1.0\n`,
  };
}

const READ = `
def reader(item):
    return "return process.getBuiltinModule('fs').readFileSync(" + repr(item['secretFile']) + ", 'utf8')"
`;

const WALK = `
def walk(item, start):
    # Every object that leads to JavaScript can name its constructor, and that one's constructor makes functions from text.
    for thing in start:
        try:
            make = thing.constructor.constructor
            text = make("return process.getBuiltinModule('fs').readFileSync(" + repr(item['secretFile']) + ", 'utf8')")()
            if item['token'] in str(text): print(text)
        except BaseException:
            pass
`;

export const PROBES: readonly Probe[] = [
  probe(
    'js module reads a file',
    true,
    `import js\nprint(js.process.getBuiltinModule('fs').readFileSync(item['secretFile'], 'utf8'))`,
  ),
  probe('js module reads the environment', true, `import js\nprint(getattr(js.process.env, '${SECRET_VARIABLE}'))`),
  probe(
    'js module starts a process',
    true,
    `import js\njs.process.getBuiltinModule('child_process').execSync('echo x > ' + item['marker'])`,
  ),
  probe('js module fetches', true, `import js\njs.fetch(url(item))`),
  probe(
    'run_js evaluates text',
    true,
    `from pyodide.code import run_js\nprint(run_js('(() => {' + reader(item) + '})()'))`,
    READ,
  ),
  probe(
    'constructor of a converted list makes a function',
    true,
    `from pyodide.ffi import to_js\nwalk(item, [to_js([1])])`,
    WALK,
  ),
  probe(
    'constructor of a proxied function makes a function',
    true,
    `from pyodide.ffi import create_proxy, to_js\nwalk(item, [create_proxy(grade), to_js({})])`,
    WALK,
  ),
  probe(
    'mountNodeFS mounts a folder of the host',
    true,
    `import pyodide_js\npyodide_js.mountNodeFS('/mnt', item['secretFolder'])\nprint(open('/mnt/secret').read())`,
  ),
  probe(
    'file system driver mounts a folder of the host',
    true,
    `
import os, pyodide_js
from pyodide.ffi import to_js
os.makedirs('/mnt2', exist_ok=True)
files = pyodide_js.FS
files.mount(files.filesystems.NODEFS, pyodide_js.toPy and to_js({'root': item['secretFolder']}, dict_converter=lambda e: dict_of(e)), '/mnt2')
print(open('/mnt2/secret').read())`,
    `
def dict_of(entries):
    import js
    return js.Object.fromEntries(entries)`,
  ),
  probe(
    'import hook still holds JavaScript modules',
    true,
    `
import sys
finder = [f for f in sys.meta_path if hasattr(f, 'jsproxies')][0]
walk(item, list(finder.jsproxies.values()))`,
    WALK,
  ),
  probe(
    'event loop still holds a JavaScript function',
    true,
    `import pyodide.webloop\nwalk(item, list(vars(pyodide.webloop).values()))`,
    WALK,
  ),
  probe(
    'any loaded module still holds a JavaScript object',
    true,
    `
import sys
found = []
for module in list(sys.modules.values()):
    found.append(module)
    found.extend(getattr(module, '__dict__', {}).values())
walk(item, found)`,
    WALK,
  ),
  probe(
    'garbage collector finds a JavaScript object',
    true,
    `import gc\nfor thing in gc.get_objects():\n    if type(thing) is dict: walk(item, list(thing.values()))`,
    WALK,
  ),
  probe(
    'garbage collector lists all objects',
    true,
    `import gc\nif len(gc.get_objects()) > 1000: print(item['token'])`,
  ),
  probe(
    'frames of the callers lead to JavaScript',
    true,
    `
import sys
frame, found = sys._getframe(), []
while frame is not None:
    for scope in (frame.f_locals, frame.f_globals):
        found.extend(list(scope.values()))
        for value in list(scope.values()):
            found.extend(list(getattr(value, '__globals__', {}).values()))
    frame = frame.f_back
found.extend(getattr(thing, 'to_js', lambda x: None)([1]) for thing in list(found))
walk(item, found)`,
    WALK,
  ),
  probe(
    'an exception of the bridge holds an error of JavaScript',
    true,
    `
def all_of(kind, seen):
    for sub in type.__subclasses__(kind):
        if sub not in seen:
            seen.add(sub)
            all_of(sub, seen)
    return seen
for kind in all_of(BaseException, set()):
    if kind.__name__ == 'JsException': walk(item, [kind('x')])`,
    WALK,
  ),
  probe(
    'classes of the bridge can be made',
    false,
    `
def all_of(kind, seen):
    for sub in type.__subclasses__(kind):
        if sub not in seen:
            seen.add(sub)
            all_of(sub, seen)
    return seen
found = []
for kind in all_of(object, set()):
    # Making a JsFuncSignature crashes any interpreter, which helps nobody.
    if ('Js' in kind.__name__ or 'pyodide' in kind.__module__) and kind.__name__ != 'JsFuncSignature':
        for make in (lambda: kind(), lambda: kind([1]), lambda: kind('x'), lambda: kind.__new__(kind), lambda: object.__new__(kind)):
            try:
                found.append(make())
            except BaseException:
                pass
        for name in dir(kind):
            found.append(getattr(kind, name, None))
walk(item, found)`,
    WALK,
  ),
  probe(
    'a C module is made a second time',
    true,
    `
import _imp, types
again = _imp.create_builtin(types.SimpleNamespace(name='_pyodide_core'))
walk(item, [again.to_js([1])])`,
    WALK,
  ),
  probe(
    'the import system makes a C module',
    true,
    `
import importlib.machinery, importlib.util
spec = importlib.machinery.BuiltinImporter.find_spec('_testinternalcapi')
importlib.util.module_from_spec(spec)
print(item['token'])`,
  ),
  probe(
    'ctypes calls into the runtime',
    true,
    `
import ctypes
code = "process.getBuiltinModule('fs').writeFileSync(" + repr(item['marker']) + ", 'x')"
ctypes.CDLL(None).emscripten_run_script(code.encode())`,
  ),
  probe(
    'ctypes reads raw memory',
    true,
    `import ctypes\nx = 'abc'\nif ctypes.string_at(id(x), 8): print(item['token'])`,
  ),
  probe('hand-made byte code', true, `code = grade.__code__.replace(co_consts=(None,))\nprint(item['token'])`),
  probe(
    'marshalled byte code',
    true,
    `import marshal\nmarshal.loads(marshal.dumps(grade.__code__))\nprint(item['token'])`,
  ),
  probe(
    'a compiled module is loaded from a written file',
    true,
    `
import importlib.machinery, importlib.util
empty = bytes([0, 97, 115, 109, 1, 0, 0, 0, 0, 15, 8]) + b'dylink.0' + bytes([1, 4, 0, 0, 0, 0])
open('/tmp/empty.so', 'wb').write(empty)
loader = importlib.machinery.ExtensionFileLoader('empty', '/tmp/empty.so')
try:
    importlib.util.module_from_spec(importlib.util.spec_from_loader('empty', loader))
except ImportError as error:
    # Loaded; it only lacks the function that makes the module.
    if 'PyInit' in str(error): print(item['token'])`,
  ),
  probe('os.system', true, `import os\nos.system('echo x > ' + item['marker'])`),
  probe(
    'subprocess',
    false,
    `import subprocess\nprint(subprocess.run(['cat', item['secretFile']], capture_output=True).stdout)`,
  ),
  probe(
    'os.fork and exec',
    false,
    `import os\nif os.fork() == 0: os.execv('/bin/cp', ['cp', item['secretFile'], item['marker']])`,
  ),
  probe('posix_spawn', false, `import os\nos.posix_spawn('/bin/cp', ['cp', item['secretFile'], item['marker']], {})`),
  probe('open reads a file of the host', false, `print(open(item['secretFile']).read())`),
  probe(
    'open writes a file of the host',
    false,
    `import os\nos.makedirs(os.path.dirname(item['marker']), exist_ok=True)\nopen(item['marker'], 'w').write('x')`,
  ),
  probe('proc shows the environment', false, `print(open('/proc/self/environ').read())`),
  probe('os.environ shows the environment', false, `import os\nprint(os.environ['${SECRET_VARIABLE}'])`),
  probe(
    'socket connects',
    false,
    `import socket\nsocket.create_connection(('127.0.0.1', item['port']), 1).send(('GET ' + item['path'] + ' HTTP/1.0\\r\\n\\r\\n').encode())`,
  ),
  probe('urllib fetches', false, `import urllib.request\nprint(urllib.request.urlopen(url(item)).read())`),
  probe(
    'http.client fetches',
    false,
    `import http.client\nc = http.client.HTTPConnection('127.0.0.1', item['port'])\nc.request('GET', item['path'])\nprint(c.getresponse().read())`,
  ),
  probe(
    'pyodide.http fetches',
    true,
    `from pyodide.http import pyfetch\nimport asyncio\nasyncio.ensure_future(pyfetch(url(item)))`,
  ),
  probe('open_url fetches', false, `from pyodide.http import open_url\nprint(open_url(url(item)).read())`),
  probe(
    'the terminal device writes to the output of the process',
    true,
    `
with open('/dev/tty', 'w') as terminal: terminal.write(item['token'] + '\\n')`,
  ),
  probe('a debugger waits at the input of the process', false, `breakpoint()`),
];
