"""How pip builds the package (PEP 517): CMake builds the library in build/release, as everything else, so that what is
there is not compiled again; a wheel is the package's files and what CMake made. Nothing is downloaded: Debian's
python3-wheel, which writes the archive, lies where any Python can read it."""

import pathlib
import re
import subprocess
import sys
import sysconfig

sys.path.append("/usr/lib/python3/dist-packages")
from wheel.vendored.packaging.tags import sys_tags  # noqa: E402
from wheel.wheelfile import WheelFile  # noqa: E402

root = pathlib.Path(__file__).resolve().parents[2]
version = re.search(r"project\(hakaru VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text())[1]
metadata = f"""Metadata-Version: 2.1
Name: hakaru
Version: {version}
Summary: Plans training and serving of neural networks on rented accelerators
Requires-Python: >=3.9
Provides-Extra: notebook
Requires-Dist: pandas; extra == 'notebook'
Requires-Dist: matplotlib; extra == 'notebook'
"""


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    python = pathlib.Path(sys._base_executable).resolve()  # a virtual environment's own may be gone tomorrow
    subprocess.run([root / "scripts" / "build", "python", python], check=True)
    sources, package = root / "python" / "hakaru", root / "build" / "release" / "python" / "hakaru"
    made = ["_core" + sysconfig.get_config_var("EXT_SUFFIX"), "__init__.pyi", "_questions.pyi"]
    tag = next(tag for tag in sys_tags() if "manylinux" not in tag.platform)
    name = f"hakaru-{version}-{tag}.whl"
    with WheelFile(pathlib.Path(wheel_directory, name), "w") as wheel:
        for file in sorted([*sources.glob("*.py*"), sources / "py.typed", *(package / each for each in made)]):
            wheel.write(file, f"hakaru/{file.name}")
        wheel.write(root / "LICENSE", f"hakaru-{version}.dist-info/LICENSE")
        wheel.writestr(f"hakaru-{version}.dist-info/METADATA", metadata)
        wheel.writestr(
            f"hakaru-{version}.dist-info/WHEEL",
            f"Wheel-Version: 1.0\nGenerator: {pathlib.Path(__file__).stem}\nRoot-Is-Purelib: false\nTag: {tag}\n",
        )
    return name
